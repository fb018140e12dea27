import type { ComponentProps } from 'react';
import { classNames } from '../lib/class-names.ts';
import styles from './Card.module.css';

/** A surface that groups related content. */
export function Card({ className, ...rest }: ComponentProps<'section'>) {
  return <section {...rest} className={classNames(styles.card, className)} />;
}
