import { TextField } from '../../components/Field.tsx';
import type { Consent } from '../../lib/consent.ts';
import styles from './ConsentFields.module.css';

/** Longest name and list of uses, in characters. */
const TEXT_MAX = 500;

/** The fields of the consent to use an avatar's photos. */
export function ConsentFields({
  consent,
  onChange,
}: {
  readonly consent: Consent;
  readonly onChange: (part: Partial<Consent>) => void;
}) {
  return (
    <fieldset className={styles.fields} aria-label="Consent">
      <p className={styles.hint}>
        Note who agreed to the use of the photos, and keep the signed form yourself. After the last day, the service
        refuses new images with the avatar.
      </p>
      <TextField
        label="Who agreed"
        required
        maxLength={TEXT_MAX}
        value={consent.person}
        onChange={({ target }) => onChange({ person: target.value })}
      />
      <TextField
        label="For which uses"
        required
        maxLength={TEXT_MAX}
        placeholder="web shop, social media"
        value={consent.uses}
        onChange={({ target }) => onChange({ uses: target.value })}
      />
      <div className={styles.days}>
        <TextField
          label="Agreed on"
          type="date"
          required
          value={consent.given_on}
          onChange={({ target }) => onChange({ given_on: target.value })}
        />
        <TextField
          label="Until"
          hint="Empty: no end."
          type="date"
          min={consent.given_on}
          value={consent.until}
          onChange={({ target }) => onChange({ until: target.value })}
        />
      </div>
    </fieldset>
  );
}
