import type { Asset } from '@atelier/contract';
import { Notice } from '../../components/Notice.tsx';
import { consentOf, hasEnded } from '../../lib/consent.ts';
import { dayText } from '../../lib/format.ts';
import styles from './AssetCard.module.css';

/** What an avatar tells of the consent to its use, with a warning where there is none or it has ended. */
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
