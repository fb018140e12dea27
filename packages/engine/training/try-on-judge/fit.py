"""Fits the weights of the judge (`src/steps/try-on/judge/quality.ts`) to judged try-ons.

python3 fit.py [judged.tsv]

Prints the weight, the mean and the 99th percentile of each measure, and the bias. Greater values count as that
percentile. Then it prints how well weights judge people that they did not learn from. Eight groups of people are left
out in turn, four times.
"""

import csv
import pathlib
import sys

import numpy as np

MEASURES = ("background", "lower", "coat", "person", "invented", "mistaken")
# Strength of the pull of standardised weights towards 0.
RIDGE = 5.0
GROUPS = 8
ROUNDS = 4


def fitted(values: np.ndarray, bad: np.ndarray) -> tuple[np.ndarray, float]:
    """Weights of a ridge logistic regression, for values as they are, and its bias. By Newton's method."""
    mean, spread = values.mean(0), values.std(0) + 1e-6
    inputs = np.c_[(values - mean) / spread, np.ones(len(values))]
    pull = np.r_[np.full(values.shape[1], RIDGE), 1e-6]
    weights = np.zeros(inputs.shape[1])
    for _ in range(100):
        chance = 1 / (1 + np.exp(-inputs @ weights))
        slope = inputs.T @ (chance - bad) + pull * weights
        curve = (inputs * (chance * (1 - chance))[:, None]).T @ inputs + np.diag(pull)
        weights -= np.linalg.solve(curve, slope)
    scaled = weights[:-1] / spread
    return scaled, float(weights[-1] - (scaled * mean).sum())


def left_out(values: np.ndarray, bad: np.ndarray, people: np.ndarray) -> np.ndarray:
    """The chance of each try-on by weights that did not learn from its person."""
    random = np.random.RandomState(1)
    chances = np.zeros(len(bad))
    for _ in range(ROUNDS):
        group = {person: k % GROUPS for k, person in enumerate(random.permutation(np.unique(people)))}
        groups = np.array([group[person] for person in people])
        for k in range(GROUPS):
            weights, bias = fitted(values[groups != k], bad[groups != k])
            chances[groups == k] += 1 / (1 + np.exp(-(values[groups == k] @ weights + bias))) / ROUNDS
    return chances


def ranked_right(chances: np.ndarray, bad: np.ndarray) -> float:
    """Share of pairs of a bad and another try-on in which the bad one has the greater chance."""
    pairs = chances[bad == 1][:, None] - chances[bad == 0][None, :]
    return float((pairs > 0).mean() + (pairs == 0).mean() / 2)


def main(file: pathlib.Path) -> None:
    with file.open(encoding="utf-8") as lines:
        rows = list(csv.DictReader(lines, delimiter="\t"))
    values = np.array([[float(row[name]) for name in MEASURES] for row in rows])
    most = np.quantile(values, 0.99, axis=0)
    values = np.minimum(values, most)
    verdicts = np.array([row["verdict"] for row in rows])
    bad = (verdicts == "bad").astype(float)
    weights, bias = fitted(values, bad)
    print(f"{len(rows)} try-ons: {(verdicts == 'good').sum()} good, {int(bad.sum())} bad")
    for name, *numbers in zip(MEASURES, weights, values.mean(0), most):
        print(f"{name:12}", "weight {:8.4f} mean {:8.4f} most {:8.4f}".format(*numbers))
    print(f"{'bias':12} weight {bias:8.4f}")
    chances = left_out(values, bad, np.array([row["photo"] for row in rows]))
    print(f"people left out: {100 * ranked_right(chances, bad):.0f} % ranked right")
    for limit in (0.4, 0.5, 0.55, 0.6, 0.65, 0.7):
        over = chances > limit
        good = (verdicts[over] == "good").sum()
        print(f"chance over {limit}: {over.sum()} try-ons, {int(bad[over].sum())} of them bad, {good} good")
    for low in np.arange(0, 1, 0.2):
        within = (chances >= low) & (chances < low + 0.2)
        if within.any():
            print(f"chance {low:.1f} to {low + 0.2:.1f}: {within.sum()} try-ons, {100 * bad[within].mean():.0f} % bad")


main(pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).with_name("judged.tsv")))
