"""`stallage init`: asks what a shop must know, writes it down and puts it into the database."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Annotated, Any, Literal, NoReturn

import phonenumbers
import tomli_w
import typer
from pydantic import TypeAdapter, ValidationError

from stallage.core.money import Currency
from stallage.core.runtime import Runtime
from stallage.declaration import defaults
from stallage.declaration.errors import DeclarationRefused
from stallage.declaration.fields import CountryCode, CurrencyCode, ZoneName
from stallage.declaration.outcome import Outcome
from stallage.declaration.running import apply_files
from stallage.invocation import command
from stallage.operating import in_shop
from stallage.products.rules.slugs import certain_slug_of
from stallage.readiness import Step, next_steps
from stallage.settings import SETTINGS_FILE, Settings
from stallage.shop.queries import company_name, shop_settings
from stallage.shop.rules import PROVIDER_SETTINGS

Provider = Literal["none", "sandbox", "stripe", "razorpay"]


@dataclass(slots=True)
class Answers:
    """What the owner said, or what is usual."""

    name: str
    country: str
    currency: str
    time_zone: str
    prices_include_tax: bool
    taxes: list[tuple[str, Decimal]]
    deliveries: list[tuple[str, Decimal]]
    cash_on_delivery: bool
    provider: str
    email: str
    mail_from: str
    secrets: dict[str, str]
    """Settings that do not belong into a file for others to read."""


def init_shop(
    name: Annotated[str | None, typer.Option(help="The shop's name.")] = None,
    country: Annotated[str | None, typer.Option(help="Its home, such as US.")] = None,
    currency: Annotated[str | None, typer.Option(help="Its currency, such as USD.")] = None,
    time_zone: Annotated[str | None, typer.Option(help="Such as America/New_York.")] = None,
    prices_include_tax: Annotated[
        bool | None,
        typer.Option("--prices-include-tax/--prices-without-tax", help="How prices are shown."),
    ] = None,
    tax: Annotated[
        list[str] | None, typer.Option(help="“VAT=19”: name and per cent; repeat, or “none”.")
    ] = None,
    delivery: Annotated[
        list[str] | None, typer.Option(help="“Standard delivery=5.00”: name and price; repeat.")
    ] = None,
    cash_on_delivery: Annotated[
        bool | None, typer.Option(help="Whether orders may be paid on delivery.")
    ] = None,
    payment: Annotated[Provider | None, typer.Option(help="Who takes online payments.")] = None,
    email: Annotated[str | None, typer.Option(help="Where shoppers write to.")] = None,
    mail: Annotated[
        str | None,
        typer.Option(help="Mail server, smtp://user:password@host:587; empty: messages are files."),
    ] = None,
    file: Annotated[Path, typer.Option(help="The file to write.")] = Path("shop.toml"),
    yes: Annotated[
        bool, typer.Option("--yes", "-y", help="Ask nothing and take what is usual.")
    ] = False,
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Replace the file.")] = False,
) -> None:
    """Sets up a shop: asks what it must know, writes shop.toml and puts it into the database."""
    if file.exists() and not overwrite:
        _leave(
            f"{file} is there already. Change it and run: {command(f'apply {file}')}\n"
            "Or replace it with --overwrite."
        )
    _check_that_nothing_is_here(overwrite)
    asking = _Asking(silent=yes)
    called = asking("Name of the shop", name, "My shop")
    home = _checked(asking("Country (ISO code)", country, _usual_country()).upper(), CountryCode)
    money = _checked(asking("Currency", currency, defaults.currency_of(home)).upper(), CurrencyCode)
    zone = _checked(asking("Time zone", time_zone, defaults.time_zone_of(home)), ZoneName)
    includes_tax = asking.confirm(
        "Do your prices include tax?", prices_include_tax, defaults.prices_include_tax(home)
    )
    taxes = _taxes(asking, tax, home)
    deliveries = _deliveries(asking, delivery, Currency.of(money))
    on_delivery = asking.confirm("May orders be paid on delivery?", cash_on_delivery, True)
    provider = _provider(asking, payment)
    secrets = _provider_keys(asking, provider)
    address = asking("E-mail address that shoppers write to (empty: none)", email, "")
    server = asking("Mail server, smtp://user:password@host:587 (empty: none yet)", mail, "")
    if server:
        secrets["smtp_url"] = server
    answers = Answers(
        name=called,
        country=home,
        currency=money,
        time_zone=zone,
        prices_include_tax=includes_tax,
        taxes=taxes,
        deliveries=deliveries,
        cash_on_delivery=on_delivery,
        provider=provider,
        email=address,
        mail_from=address if server else "",
        secrets=secrets,
    )
    _finish(answers, file)


def _check_that_nothing_is_here(overwrite: bool) -> None:
    """A shop that is set up already is not made into another by mistake."""

    async def name_of(runtime: Runtime) -> str | None:
        async with runtime.database.reading() as connection:
            return await company_name(connection)

    present = in_shop(name_of)
    if present is not None and not overwrite:
        _leave(
            f"The shop “{present}” is in this data folder already ({Settings().data_dir}).\n"
            "For another one, set STALLAGE_DATA_DIR to a folder of its own; to make this one over,"
            " use --overwrite."
        )


def _finish(answers: Answers, file: Path) -> None:
    """Writes what was said and puts it into the database."""
    before = file.read_bytes() if file.exists() else None
    file.write_text(shop_toml(answers), encoding="utf-8")

    async def work(runtime: Runtime) -> tuple[Outcome, list[Step]]:
        outcome = await apply_files(runtime, file)
        return outcome, await _steps_after(runtime)

    try:
        outcome, steps = in_shop(work, DeclarationRefused, OSError)
    except typer.Exit:
        # What was refused must not be taken for a shop the next time.
        if before is None:
            file.unlink()
        else:
            file.write_bytes(before)
        raise
    kept = keep_secrets(Settings().data_dir, answers.secrets)
    typer.echo(f"{file} is written: keep it under version control.")
    if kept is not None:
        typer.echo(f"{kept} holds what nobody else should read.")
    for line in outcome.lines():
        typer.echo(line)
    typer.echo("Next:")
    for step in steps:
        typer.echo(f"  {step.message}" + (f" Run: {step.command}" if step.command else ""))
    typer.echo(f"  {command('serve')}  opens the shop; {command('doctor')} checks it.")


async def _steps_after(runtime: Runtime) -> list[Step]:
    """What is left to do, by the settings as they are from the next start."""
    async with runtime.database.reading() as connection:
        settings = Settings().with_shop(await shop_settings(connection))
        return await next_steps(connection, settings)


class _Asking:
    """Asks on a terminal, or takes what is usual."""

    def __init__(self, *, silent: bool) -> None:
        self.silent = silent

    def __call__(self, question: str, given: str | None, usual: str) -> str:
        if given is not None:
            return given
        if self.silent:
            return usual
        return self._typed(question, default=usual, show_default=bool(usual))

    def confirm(self, question: str, given: bool | None, usual: bool) -> bool:
        if given is not None or self.silent:
            return usual if given is None else given
        text = "yes" if usual else "no"
        answer = self._typed(f"{question} (yes or no)", default=text).lower()
        if answer not in ("y", "yes", "n", "no"):
            _leave(f"{question} Please answer yes or no; it is “{answer}”.")
        return answer in ("y", "yes")

    def secret(self, question: str) -> str:
        """Something that is not shown while it is typed."""
        if self.silent:
            return ""
        return self._typed(question, default="", show_default=False, hide_input=True)

    def _typed(self, question: str, **options: Any) -> str:
        try:
            answer: str = typer.prompt(question, **options)
        except typer.Abort:
            _leave(
                "\nNothing was written. Flags answer instead, with --yes for the rest; see --help."
            )
        return answer.strip()


def _usual_country() -> str:
    """The country of the operator's language, such as DE of de_DE."""
    match = re.match(r"[a-z]{2,3}_([A-Z]{2})", os.environ.get("LANG", ""))
    return match[1] if match else "US"


def _taxes(asking: _Asking, given: list[str] | None, country: str) -> list[tuple[str, Decimal]]:
    if given is None:
        usual = defaults.tax_of(country)
        text = "=".join(usual) if usual else "none"
        given = [asking("Tax, as name=per cent (or none)", None, text)]
    return [_pair(text, "--tax", "VAT=19") for text in given if text not in ("", "none")]


def _deliveries(
    asking: _Asking, given: list[str] | None, currency: Currency
) -> list[tuple[str, Decimal]]:
    usual = f"Standard delivery={Decimal(5).quantize(_step(currency))}"
    chosen = given or [asking("Delivery, as name=price", None, usual)]
    pairs = [_pair(text, "--delivery", usual) for text in chosen]
    for name, price in pairs:
        if price != price.quantize(_step(currency)):
            _leave(f"--delivery {name}: {currency.code} has {currency.decimals} decimals.")
    return pairs


def _provider(asking: _Asking, given: str | None) -> str:
    known = ("none", *PROVIDER_SETTINGS)
    chosen = asking(f"Online payments by ({', '.join(known)})", given, "none")
    if chosen not in known:
        _leave(f"Online payments are taken by one of {', '.join(known)}; it is {chosen}.")
    return chosen


def _provider_keys(asking: _Asking, provider: str) -> dict[str, str]:
    """What the provider cannot do without, as far as it is at hand."""
    answers = {
        name: asking.secret(f"{name.replace('_', ' ').capitalize()} (empty: later)")
        for name in PROVIDER_SETTINGS.get(provider, ())
    }
    return {name: value for name, value in answers.items() if value}


def _step(currency: Currency) -> Decimal:
    return Decimal(1).scaleb(-currency.decimals)


def _pair(text: str, option: str, example: str) -> tuple[str, Decimal]:
    """`Standard delivery=5.00` in its two parts."""
    name, _, number = text.rpartition("=")
    try:
        amount = Decimal(number.strip())
    except InvalidOperation:
        amount = Decimal(-1)
    if not name.strip() or not amount.is_finite() or amount < 0:
        _leave(f"{option} must be a name and a number such as “{example}”; it is “{text}”.")
    return name.strip(), amount


def _checked(value: str, kind: Any) -> str:
    try:
        checked: str = TypeAdapter(kind).validate_python(value)
    except ValidationError as error:
        reason = str(error.errors()[0].get("ctx", {}).get("error", "is not valid"))
        _leave(f"{value}: {reason}.")
    return checked


def _leave(sentence: str) -> NoReturn:
    typer.echo(sentence, err=True)
    raise typer.Exit(1)


def shop_toml(answers: Answers) -> str:
    """The text of `shop.toml`."""
    settings: dict[str, Any] = {
        "currency": answers.currency,
        "country": answers.country,
        "locale": "en-US",
        "time_zone": answers.time_zone,
        "phone_country_code": f"+{phonenumbers.country_code_for_region(answers.country) or 1}",
        "cash_on_delivery": answers.cash_on_delivery,
        "payment_provider": answers.provider,
    }
    if answers.mail_from:
        settings["mail_from"] = answers.mail_from
    parts = [
        HEAD,
        _table("[company]", {"name": answers.name, "email": answers.email}),
        _table("[company.address]", {"country": answers.country}),
        _table("[settings]", settings),
        *_delivery_tables(answers),
        *_tax_tables(answers),
    ]
    return "\n".join(parts)


def _delivery_tables(answers: Answers) -> Sequence[str]:
    decimals = _step(Currency.of(answers.currency))
    return [
        _table(
            "[[delivery]]",
            {
                "code": certain_slug_of(name),
                "name": name,
                "price": price.quantize(decimals),
                "min_days": 2,
                "max_days": 5,
                "countries": [answers.country],
                "position": position,
            },
        )
        for position, (name, price) in enumerate(answers.deliveries, 1)
    ]


def _tax_tables(answers: Answers) -> Sequence[str]:
    if not answers.taxes:
        return [NO_TAX]
    return [
        _table(
            "[[tax]]",
            {
                "name": name,
                "country": answers.country,
                "rate": rate,
                "included": answers.prices_include_tax,
            },
        )
        for name, rate in answers.taxes
    ]


def _table(header: str, values: dict[str, Any]) -> str:
    return f"{header}\n{tomli_w.dumps(values)}"


HEAD = """\
# This shop, as `stallage apply shop.toml` puts it into the database.
# docs/shop-files.md describes everything that can stand here.
"""

NO_TAX = """\
# No tax is charged. A rate looks like this; `state` and `city` may be left out:
#
# [[tax]]
# name = "Sales tax"
# country = "US"
# state = "CA"
# rate = 7.25
# included = false
"""


def keep_secrets(data_dir: Path, values: dict[str, str]) -> Path | None:
    """Keeps settings in the data folder's own file, readable by its owner alone."""
    if not values:
        return None
    data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
    file = data_dir / SETTINGS_FILE
    file.touch(mode=0o600)
    names = {f"STALLAGE_{name.upper()}" for name in values}
    lines = [
        line
        for line in file.read_text(encoding="utf-8").splitlines()
        if line.partition("=")[0].strip() not in names
    ]
    quoted = {
        name: value.replace("\\", "\\\\").replace("'", "\\'") for name, value in values.items()
    }
    lines += [f"STALLAGE_{name.upper()}='{value}'" for name, value in quoted.items()]
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return file
