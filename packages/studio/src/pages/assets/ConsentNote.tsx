import type { Asset } from '@atelier/contract';
import { Notice } from '../../components/Notice.tsx';
import { consentOf, hasEnded } from '../../lib/consent.ts';
import { dayText } from '../../lib/format.ts';
import styles from './AssetCard.module.css';

/** The consent to the use of an avatar. It warns of a missing consent, and of one that has ended. */
export function ConsentNote({ asset }: { readonly asset: Asset }) {
  const consent = consentOf(asset);
  if (!consent) return <Notice tone="warn">No consent is noted. Add it before you publish images.</Notice>;
  const { person, given_on, uses, until } = consent;
  return (
    <>
      <p className={styles.facts}>
        {`${person || 'Somebody'} agreed${given_on && ` on ${dayText(given_on)}`}: ${uses || 'uses not noted'}.`}
        {until && !hasEnded(consent) && ` Until ${dayText(until)}.`}
      </p>
      {hasEnded(consent) && (
        <Notice tone="warn" title={`The consent ended on ${dayText(until)}`}>
          New images with this avatar are refused. Ask again and change the date, or delete the avatar.
        </Notice>
      )}
    </>
  );
}
