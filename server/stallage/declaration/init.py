"""`stallage init`: ask for the basic settings of a shop, write shop.toml and apply it."""

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
from stallage.declaration.errors import InvalidDeclaration
from stallage.declaration.fields import CountryCode, CurrencyCode, ZoneName
from stallage.declaration.outcome import Outcome
from stallage.declaration.running import apply_files
from stallage.invocation import command
from stallage.operating import in_shop
from stallage.products.rules.slugs import slugify_or_hash
from stallage.readiness import Step, next_steps
from stallage.settings import SETTINGS_FILE, Settings
from stallage.shop.queries import company_name, shop_settings
from stallage.shop.rules.capabilities import PROVIDER_SETTINGS

Provider = Literal["none", "sandbox", "stripe", "razorpay"]


@dataclass(slots=True)
class Answers:
    """The answers of the owner, or defaults."""

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
    """Settings that do not belong in a file under version control."""


def init_shop(
    name: Annotated[str | None, typer.Option(help="The shop's name.")] = None,
    country: Annotated[str | None, typer.Option(help="Its home country, such as US.")] = None,
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
    payment: Annotated[Provider | None, typer.Option(help="Provider of online payments.")] = None,
    email: Annotated[str | None, typer.Option(help="Email address for shoppers.")] = None,
    mail: Annotated[
        str | None,
        typer.Option(
            help="Mail server, smtp://user:password@host:587; empty: emails become files."
        ),
    ] = None,
    file: Annotated[Path, typer.Option(help="The file to write.")] = Path("shop.toml"),
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Ask nothing and use defaults.")] = False,
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Replace the file.")] = False,
) -> None:
    """Set up a shop: ask for its basic settings, write shop.toml and apply it."""
    if file.exists() and not overwrite:
        _fail(
            f"{file} already exists. Change it and run: {command(f'apply {file}')}\n"
            "Or replace it with --overwrite."
        )
    _check_no_shop_exists(overwrite)
    prompt = _Prompt(silent=yes)
    shop_name = prompt("Name of the shop", name, "My shop")
    home = _validate(prompt("Country (ISO code)", country, _default_country()).upper(), CountryCode)
    money = _validate(
        prompt("Currency", currency, defaults.default_currency(home)).upper(), CurrencyCode
    )
    zone = _validate(prompt("Time zone", time_zone, defaults.default_time_zone(home)), ZoneName)
    includes_tax = prompt.confirm(
        "Do your prices include tax?", prices_include_tax, defaults.prices_include_tax(home)
    )
    taxes = _taxes(prompt, tax, home)
    deliveries = _deliveries(prompt, delivery, Currency.of(money))
    on_delivery = prompt.confirm("May orders be paid on delivery?", cash_on_delivery, True)
    provider = _provider(prompt, payment)
    secrets = _provider_keys(prompt, provider)
    address = prompt("Email address that shoppers write to (empty: none)", email, "")
    server = prompt("Mail server, smtp://user:password@host:587 (empty: none yet)", mail, "")
    if server:
        secrets["smtp_url"] = server
    answers = Answers(
        name=shop_name,
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


def _check_no_shop_exists(overwrite: bool) -> None:
    """Exit with an error if the data folder already has a shop."""

    async def read_name(runtime: Runtime) -> str | None:
        async with runtime.database.reading() as connection:
            return await company_name(connection)

    existing = in_shop(read_name)
    if existing is not None and not overwrite:
        _fail(
            f"This data folder already has the shop “{existing}” ({Settings().data_dir}).\n"
            "For another shop, set STALLAGE_DATA_DIR to another folder. To set this one up again,"
            " use --overwrite."
        )


def _finish(answers: Answers, file: Path) -> None:
    """Write and apply the file, store the secrets, and print the next steps."""
    before = file.read_bytes() if file.exists() else None
    file.write_text(shop_toml(answers), encoding="utf-8")

    async def work(runtime: Runtime) -> tuple[Outcome, list[Step]]:
        outcome = await apply_files(runtime, file)
        return outcome, await _steps_after(runtime)

    try:
        outcome, steps = in_shop(work, InvalidDeclaration, OSError)
    except typer.Exit:
        # An invalid file must not be left behind.
        if before is None:
            file.unlink()
        else:
            file.write_bytes(before)
        raise
    secrets_file = store_secrets(Settings().data_dir, answers.secrets)
    typer.echo(f"Wrote {file}: keep it under version control.")
    if secrets_file is not None:
        typer.echo(f"Wrote the passwords and keys to {secrets_file}: keep it secret.")
    for line in outcome.lines():
        typer.echo(line)
    typer.echo("Next:")
    for step in steps:
        typer.echo(f"  {step.message}" + (f" Run: {step.command}" if step.command else ""))
    typer.echo(f"  {command('serve')}  opens the shop; {command('doctor')} checks it.")


async def _steps_after(runtime: Runtime) -> list[Step]:
    """Return the remaining steps, with the settings as of the next start."""
    async with runtime.database.reading() as connection:
        settings = Settings().with_shop(await shop_settings(connection))
        return await next_steps(connection, settings)


class _Prompt:
    """Asks on a terminal, or returns defaults."""

    def __init__(self, *, silent: bool) -> None:
        self.silent = silent

    def __call__(self, question: str, option: str | None, default: str) -> str:
        """Return the command's option, or else ask."""
        if option is not None:
            return option
        if self.silent:
            return default
        return self._ask(question, default=default, show_default=bool(default))

    def confirm(self, question: str, option: bool | None, default: bool) -> bool:
        """Return the command's option, or else ask yes or no."""
        if option is not None or self.silent:
            return default if option is None else option
        text = "yes" if default else "no"
        answer = self._ask(f"{question} (yes or no)", default=text).lower()
        if answer not in ("y", "yes", "n", "no"):
            _fail(f"{question} Please answer yes or no instead of “{answer}”.")
        return answer in ("y", "yes")

    def secret(self, question: str) -> str:
        """Ask without showing the answer."""
        if self.silent:
            return ""
        return self._ask(question, default="", show_default=False, hide_input=True)

    def _ask(self, question: str, **options: Any) -> str:
        try:
            answer: str = typer.prompt(question, **options)
        except typer.Abort:
            _fail("\nNothing was written. You can answer with options and --yes; see --help.")
        return answer.strip()


def _default_country() -> str:
    """Return the country of the operator's locale, such as DE of de_DE."""
    match = re.match(r"[a-z]{2,3}_([A-Z]{2})", os.environ.get("LANG", ""))
    return match[1] if match else "US"


def _taxes(prompt: _Prompt, options: list[str] | None, country: str) -> list[tuple[str, Decimal]]:
    if options is None:
        default = defaults.default_tax(country)
        text = "=".join(default) if default else "none"
        options = [prompt("Tax, as name=per cent (or none)", None, text)]
    return [_parse_pair(text, "--tax", "VAT=19") for text in options if text not in ("", "none")]


def _deliveries(
    prompt: _Prompt, options: list[str] | None, currency: Currency
) -> list[tuple[str, Decimal]]:
    default = f"Standard delivery={Decimal(5).quantize(_step(currency))}"
    answers = options or [prompt("Delivery, as name=price", None, default)]
    pairs = [_parse_pair(text, "--delivery", default) for text in answers]
    for name, price in pairs:
        if price != price.quantize(_step(currency)):
            _fail(f"--delivery {name}: {currency.code} has {currency.decimals} decimals.")
    return pairs


def _provider(prompt: _Prompt, option: str | None) -> str:
    known = ("none", *PROVIDER_SETTINGS)
    provider = prompt(f"Provider of online payments ({', '.join(known)})", option, "none")
    if provider not in known:
        _fail(f"The provider of online payments must be one of {', '.join(known)}, not {provider}.")
    return provider


def _provider_keys(prompt: _Prompt, provider: str) -> dict[str, str]:
    """Ask for the keys that the provider needs; return those that were entered."""
    answers = {
        name: prompt.secret(f"{name.replace('_', ' ').capitalize()} (empty: later)")
        for name in PROVIDER_SETTINGS.get(provider, ())
    }
    return {name: value for name, value in answers.items() if value}


def _step(currency: Currency) -> Decimal:
    return Decimal(1).scaleb(-currency.decimals)


def _parse_pair(text: str, option: str, example: str) -> tuple[str, Decimal]:
    """Parse a text such as `Standard delivery=5.00`."""
    name, _, number = text.rpartition("=")
    try:
        amount = Decimal(number.strip())
    except InvalidOperation:
        amount = Decimal(-1)
    if not name.strip() or not amount.is_finite() or amount < 0:
        _fail(f"{option} must be a name and a number such as “{example}”, not “{text}”.")
    return name.strip(), amount


def _validate(value: str, kind: Any) -> str:
    try:
        valid: str = TypeAdapter(kind).validate_python(value)
    except ValidationError as error:
        reason = str(error.errors()[0].get("ctx", {}).get("error", "is not valid"))
        _fail(f"{value}: {reason}.")
    return valid


def _fail(message: str) -> NoReturn:
    typer.echo(message, err=True)
    raise typer.Exit(1)


def shop_toml(answers: Answers) -> str:
    """Return the content of `shop.toml`."""
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
                "code": slugify_or_hash(name),
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
# The settings of this shop. Apply changes with: stallage apply shop.toml
# docs/shop-files.md describes all tables and keys.
"""

NO_TAX = """\
# No tax is charged. Example of a tax rate (`state` and `city` are optional):
#
# [[tax]]
# name = "Sales tax"
# country = "US"
# state = "CA"
# rate = 7.25
# included = false
"""


def store_secrets(data_dir: Path, values: dict[str, str]) -> Path | None:
    """Write settings to the data folder's settings file, readable only by its owner."""
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
