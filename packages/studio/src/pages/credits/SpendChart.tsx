import { useId } from 'react';
import { creditsText } from '../../lib/format.ts';
import styles from './SpendChart.module.css';
import type { DaySpend } from './spend.ts';

/** Measures of the drawing, in its own units. */
const BAR = 14;
const GAP = 6;
const HEIGHT = 140;
/** Height of the least bar that is not nothing, so that a single credit is seen beside a thousand. */
const BAR_MIN = 3;

const dayText = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short' });

/** A bar for each day. The same figures stand in a table for those who read rather than see them. */
export function SpendChart({ days }: { readonly days: readonly DaySpend[] }) {
  const title = useId();
  const most = Math.max(...days.map(({ credits }) => credits), 1);
  const width = days.length * (BAR + GAP) - GAP;
  return (
    <figure className={styles.chart}>
      <svg viewBox={`0 0 ${width} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-labelledby={title}>
        <title id={title}>{summaryOf(days)}</title>
        {days.map(({ day, credits }, index) => {
          const height = credits > 0 ? Math.max(BAR_MIN, (credits / most) * HEIGHT) : 1;
          return (
            <rect
              key={day}
              x={index * (BAR + GAP)}
              y={HEIGHT - height}
              width={BAR}
              height={height}
              data-empty={credits <= 0}
            >
              <title>{`${wordsOfDay(day)}: ${creditsText(credits)}`}</title>
            </rect>
          );
        })}
      </svg>
      <figcaption className={styles.ends}>
        <span>{wordsOfDay(days[0]?.day)}</span>
        <span>most in a day: {creditsText(Math.max(...days.map(({ credits }) => credits)))}</span>
        <span>{wordsOfDay(days.at(-1)?.day)}</span>
      </figcaption>
      <details className={styles.figures}>
        <summary>The figures</summary>
        <ul>
          {days
            .filter(({ credits }) => credits !== 0)
            .map(({ day, credits }) => (
              <li key={day}>
                {wordsOfDay(day)}: {creditsText(credits)}
              </li>
            ))}
        </ul>
      </details>
    </figure>
  );
}

function summaryOf(days: readonly DaySpend[]): string {
  const total = days.reduce((sum, { credits }) => sum + credits, 0);
  return `${creditsText(Math.round(total * 100) / 100)} spent in ${days.length} days`;
}

function wordsOfDay(day: string | undefined): string {
  return day === undefined ? '' : dayText.format(new Date(`${day}T12:00`));
}
