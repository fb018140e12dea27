import type { Collection, ExportFormat } from '@atelier/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useConnection } from '../../api/session.tsx';
import { Button } from '../../components/Button.tsx';
import { Card } from '../../components/Card.tsx';
import { ErrorNotice } from '../../components/ErrorNotice.tsx';
import { CheckField, SelectField } from '../../components/Field.tsx';
import { wordsOf } from '../../lib/format.ts';

/** Downloads the images of a collection as a ZIP. */
export function DownloadForm({ collection }: { readonly collection: Collection }) {
  const { atelier } = useConnection();
  const [format, setFormat] = useState('shopify');
  const [approvedOnly, setApprovedOnly] = useState(false);
  const formats = useQuery({
    queryKey: ['export-formats'],
    queryFn: ({ signal }) => atelier.exports.formats(signal),
  });
  const download = useMutation({
    mutationFn: async () => {
      const options = { format, review: approvedOnly ? ('approved' as const) : undefined };
      save(await new Response(await atelier.exports.collection(collection.id, options)).blob(), collection, format);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    download.mutate();
  };
  return (
    <Card>
      <h2>Download</h2>
      <form onSubmit={submit}>
        <SelectField
          label="Format"
          hint="A ZIP with a file for each image, and a table of their facts."
          value={format}
          onChange={({ target }) => setFormat(target.value)}
        >
          {(formats.data ?? []).map((one) => (
            <option key={one.name} value={one.name}>
              {`${nameOf(one)} · ${sizeOf(one)}`}
            </option>
          ))}
        </SelectField>
        <CheckField
          label="Approved images only"
          checked={approvedOnly}
          onChange={({ target }) => setApprovedOnly(target.checked)}
        />
        <Button type="submit" kind="primary" icon="download" busy={download.isPending}>
          Download the ZIP
        </Button>
      </form>
      {(formats.error ?? download.error) && <ErrorNotice error={formats.error ?? download.error} />}
    </Card>
  );
}

/** A workspace calls its own formats as it likes. Those of every workspace have names for machines. */
function nameOf({ id, name }: ExportFormat): string {
  return id === null ? wordsOf(name) : name;
}

function sizeOf({ width, height, aspect_ratio: ratio, file_format: kind }: ExportFormat): string {
  const size = width === null ? (ratio ?? 'own sizes') : `${width} × ${height}`;
  return `${size}, ${kind.toUpperCase()}`;
}

/** Hands a file to the browser, which saves it. */
function save(file: Blob, { name }: Collection, format: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = `${name}-${format}.zip`;
  link.click();
  URL.revokeObjectURL(link.href);
}
