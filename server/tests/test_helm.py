"""The Helm chart: rendered by Helm, and checked against the schemas of Kubernetes."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml
from typer.testing import CliRunner

from stallage.cli import app
from stallage.settings import Settings
from tests.debian_program import ROOT

CHART = ROOT / "deploy/helm/stallage"
KUBERNETES = ("1.30", "1.37")
"""Versions whose schemas the files have to fit."""
NEEDED: dict[str, Any] = {
    "image": {"repository": "registry.example.com/stallage", "tag": "0.1.0"},
    "publicUrl": "https://shop.example.com",
    "storageUrl": "s3://shop?region=eu-central-1",
    "existingSecret": "shop",
}
EVERYTHING: dict[str, Any] = {
    **NEEDED,
    "imagePullSecrets": [{"name": "registry"}],
    "trustedProxies": "10.0.0.0/8",
    "settings": {"STALLAGE_CURRENCY": "EUR", "STALLAGE_LOW_STOCK": 3, "OTEL_SERVICE_NAME": "shop"},
    "web": {"autoscaling": {"enabled": True}},
    "ingress": {
        "enabled": True,
        "className": "nginx",
        "annotations": {"cert-manager.io/cluster-issuer": "public"},
        "tlsSecret": "shop-tls",
    },
    "networkPolicy": {"from": [{"namespaceSelector": {"matchLabels": {"name": "ingress"}}}]},
    "serviceMonitor": {"enabled": True},
    "nodeSelector": {"disk": "ssd"},
    "tolerations": [{"key": "shop", "operator": "Exists"}],
}


def helm(*words: str | Path, values: dict[str, Any]) -> subprocess.CompletedProcess[str]:
    """Run Helm with these values."""
    return subprocess.run(
        [ROOT / "tools/helm", *words, "--values", "-"],
        input=json.dumps(values),
        check=False,
        capture_output=True,
        text=True,
    )


def rendered(values: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Return the objects of the chart by kind and name."""
    done = helm("template", "shop", CHART, values=values)
    assert done.returncode == 0, done.stderr
    objects = [one for one in yaml.safe_load_all(done.stdout) if one]
    return {f"{one['kind']} {one['metadata']['name']}": one for one in objects}


def pods(values: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Return the specifications of pods by the name of what makes them."""
    found = rendered(values).values()
    return {
        one["metadata"]["name"].removeprefix("shop-stallage-"): one["spec"]["template"]["spec"]
        for one in found
        if "template" in one["spec"]
    }


@pytest.mark.parametrize("values", [NEEDED, EVERYTHING])
def test_it_passes_the_checks_of_helm(values: dict[str, Any]) -> None:
    done = helm("lint", "--strict", CHART, values=values)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("values", [NEEDED, EVERYTHING])
def test_its_objects_fit_the_schemas_of_kubernetes(values: dict[str, Any], tmp_path: Path) -> None:
    tools = subprocess.run(
        [ROOT / "tools/environment", "repository"], check=True, stdout=subprocess.PIPE, text=True
    ).stdout.strip()
    # The schema of a ServiceMonitor belongs to the Prometheus operator.
    objects = [one for one in rendered(values).values() if one["kind"] != "ServiceMonitor"]
    file = tmp_path / "objects.yaml"
    file.write_text(yaml.safe_dump_all(objects))
    for version in KUBERNETES:
        done = subprocess.run(
            [Path(tools, "kubernetes-validate"), "--strict", "-k", version, file],
            check=False,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        assert done.returncode == 0, done.stdout


def test_what_a_shop_gets_without_options() -> None:
    assert sorted(rendered(NEEDED)) == [
        "Deployment shop-stallage-web",
        "Deployment shop-stallage-worker",
        "Job shop-stallage-migrate",
        "NetworkPolicy shop-stallage",
        "NetworkPolicy shop-stallage-web",
        "PodDisruptionBudget shop-stallage-web",
        "Service shop-stallage-web",
    ]
    with_options = rendered(EVERYTHING).keys() - rendered(NEEDED).keys()
    assert sorted(one.partition(" ")[0] for one in with_options) == [
        "HorizontalPodAutoscaler",
        "Ingress",
        "ServiceMonitor",
    ]


def test_every_pod_is_locked_down() -> None:
    specifications = pods(NEEDED)
    assert specifications.keys() == {"web", "worker", "migrate"}
    for pod in specifications.values():
        assert pod["automountServiceAccountToken"] is False
        assert pod["securityContext"]["runAsNonRoot"] is True
        assert pod["securityContext"]["runAsUser"] == 10001
        [container] = pod["containers"]
        assert container["securityContext"] == {
            "allowPrivilegeEscalation": False,
            "readOnlyRootFilesystem": True,
            "capabilities": {"drop": ["ALL"]},
        }
        assert "memory" in container["resources"]["limits"]
        assert {one["mountPath"] for one in container["volumeMounts"]} == {"/data", "/tmp"}


def test_its_commands_exist() -> None:
    for pod in pods(NEEDED).values():
        program, name, *words = pod["containers"][0]["command"]
        assert program == "stallage"
        described = CliRunner().invoke(app, [name, "--help"], env={"COLUMNS": "200"}).output
        assert all(word in described for word in words if word.startswith("--")), described


def test_a_pod_has_time_to_stop_and_is_sent_no_requests_then() -> None:
    web = pods(NEEDED)["web"]
    [container] = web["containers"]
    command, seconds = container["lifecycle"]["preStop"]["exec"]["command"]
    assert command == "sleep"
    stopping = Settings.model_fields["graceful_stop_seconds"].default
    assert int(seconds) + stopping < web["terminationGracePeriodSeconds"]
    assert container["readinessProbe"]["httpGet"]["path"] == "/readyz"
    assert container["livenessProbe"]["httpGet"]["path"] == "/healthz"


def test_variables_are_settings() -> None:
    variables = {
        one["name"]: one["value"] for one in pods(EVERYTHING)["web"]["containers"][0]["env"]
    }
    assert variables["STALLAGE_LOW_STOCK"] == "3"
    own = [name.removeprefix("STALLAGE_").lower() for name in variables if name[:4] != "OTEL"]
    assert set(own) <= Settings.model_fields.keys()


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"existingSecret": ""}, "existingSecret"),
        ({"publicUrl": "shop.example.com"}, "publicUrl"),
        ({"publicUrl": "https://shop.example.com/"}, "publicUrl"),
        # Pods lose what is in their folders.
        ({"storageUrl": ""}, "storageUrl"),
        ({"image": {"repository": "shop", "tag": ""}}, "tag"),
        ({"settings": {"CURRENCY": "EUR"}}, "CURRENCY"),
        ({"web": {"replica": 2}}, "replica"),
    ],
)
def test_wrong_values_are_rejected(changes: dict[str, Any], words: str) -> None:
    done = helm("template", "shop", CHART, values={**NEEDED, **changes})
    assert done.returncode != 0
    assert words in done.stderr
