import type { ComponentProps } from 'react';
import { classNames } from '../lib/class-names.ts';
import styles from './Card.module.css';

/** A surface that holds what belongs together. */
export function Card({ className, ...rest }: ComponentProps<'section'>) {
  return <section {...rest} className={classNames(styles.card, className)} />;
}
