import { type Catalogue, type CatalogueProduct, problemsOf, reportCsv } from '@atelier/client/catalogue';
import { useState } from 'react';
import { useAnnounce } from '../../components/Announcer.tsx';
import { Button, ButtonLink } from '../../components/Button.tsx';
import { Card } from '../../components/Card.tsx';
import { ErrorNotice } from '../../components/ErrorNotice.tsx';
import { CheckField } from '../../components/Field.tsx';
import { Notice } from '../../components/Notice.tsx';
import { Progress } from '../../components/Progress.tsx';
import { countText } from '../../lib/format.ts';
import styles from './ImportPage.module.css';
import { Reasons } from './Preview.tsx';
import type { ChosenCatalogue } from './use-chosen-catalogue.ts';
import { type ImportState, useImport } from './use-import.ts';

/** Starts the import, shows how far it is, and what became of it. */
export function ImportRun({
  chosen,
  catalogue,
  products,
  photos,
}: {
  readonly chosen: ChosenCatalogue;
  readonly catalogue: Catalogue;
  readonly products: readonly CatalogueProduct[];
  readonly photos: readonly File[];
}) {
  const { state, start, stop } = useImport();
  const [prune, setPrune] = useState(false);
  const announce = useAnnounce();
  const isRunning = state !== null && state.end === null;
  async function run() {
    chosen.begin();
    const end = await start(products, photos, prune);
    if (end?.stopped !== null) return;
    chosen.end();
    announce(`The import has ended: ${countText(end.outcomes.length, 'product')}.`);
  }
  return (
    <Card className={styles.card} aria-labelledby="catalogue-import">
      <h2 id="catalogue-import">Import</h2>
      {chosen.isBegun && state === null && (
        <Notice tone="warn" title="This import was interrupted">
          Start it again to go on. What was imported already stays, and nothing is imported twice. If the photos are
          files, choose them again first.
        </Notice>
      )}
      <CheckField
        label="Remove photos that the file no longer names"
        hint="Only photos of earlier imports, and only from their products."
        checked={prune}
        disabled={isRunning}
        onChange={({ target }) => setPrune(target.checked)}
      />
      <div className={styles.actions}>
        <Button kind="primary" busy={isRunning} onClick={() => void run()}>
          {`Import ${countText(products.length, 'product')}`}
        </Button>
        {isRunning && <Button onClick={stop}>Stop</Button>}
      </div>
      {isRunning && (
        <>
          <Progress label="Products imported" share={state.outcomes.length / products.length} />
          <p>{`${state.outcomes.length} of ${countText(products.length, 'product')}. Keep this page open.`}</p>
        </>
      )}
      {state?.end && <Outcome state={state} catalogue={catalogue} />}
    </Card>
  );
}

function Outcome({
  state: { outcomes, end, error },
  catalogue,
}: {
  readonly state: ImportState;
  readonly catalogue: Catalogue;
}) {
  const problems = problemsOf(catalogue, outcomes);
  const count = (wanted: string) => outcomes.filter(({ outcome }) => outcome === wanted).length;
  const added = outcomes.reduce((sum, outcome) => sum + outcome.added, 0);
  const left = outcomes.reduce((sum, outcome) => sum + outcome.left.length, 0);
  const stopped = end?.stopped ?? null;
  return (
    <div ref={reveal}>
      {error !== null && <ErrorNotice error={error} />}
      <Notice
        tone={stopped !== null ? 'warn' : problems.length > 0 ? 'warn' : 'good'}
        title={stopped === null ? 'Imported' : 'The import stopped'}
        urgent
        actions={
          <>
            <ButtonLink to="/studio/assets" size="small">
              Show the products
            </ButtonLink>
            {problems.length > 0 && (
              <Button size="small" icon="download" onClick={() => download(reportCsv(problems))}>
                Download the report
              </Button>
            )}
          </>
        }
      >
        {stopped !== null && <p>{`${stopped} Start it again to go on.`}</p>}
        <p>
          {`${count('created')} created, ${count('changed')} changed, ${count('unchanged')} unchanged, ${count('failed')} failed; ${countText(added, 'photo')} added.`}
        </p>
        {left > 0 && <p>{`${countText(left, 'photo')} of earlier imports stay that the file no longer names.`}</p>}
        {problems.length > 0 && <Reasons problems={problems} />}
      </Notice>
    </div>
  );
}

function reveal(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}

function download(text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = 'import-report.csv';
  link.click();
  URL.revokeObjectURL(address);
}
