/** IPTC term for a picture put together with the help of trained models (cv.iptc.org/newscodes/digitalsourcetype). */
const DIGITAL_SOURCE_TYPE = 'http://cv.iptc.org/newscodes/digitalsourcetype/compositeWithTrainedAlgorithmicMedia';

/** The XMP packet of a generated picture or video: machine-readable origin, and the job that made it. */
export function originXmp(jobId: string): string {
  return [
    '<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>',
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">',
    '<rdf:Description rdf:about="" xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" xmlns:dc="http://purl.org/dc/elements/1.1/"',
    ` Iptc4xmpExt:DigitalSourceType="${DIGITAL_SOURCE_TYPE}" dc:identifier="urn:uuid:${jobId}"/>`,
    '</rdf:RDF></x:xmpmeta><?xpacket end="w"?>',
  ].join('');
}

/** Name of the box that holds XMP in an MP4 file (XMP specification, part 3, "MPEG-4"). */
const XMP_BOX = 'be7acfcb97a942e89c71999491e3afac';
/** Name of the box that holds a signed origin, which a change of the file would break (C2PA specification, "BMFF"). */
const SIGNED_ORIGIN_BOX = 'd8fec3d61b0e483c92975828877ec481';
/** Bytes of a box before its name, where it is one of those told apart by name. */
const NAME_AT = 8;
const NAME_BYTES = 16;

/**
 * An MP4 video with its origin as XMP at the end, so that its index and its pictures do not move. Earlier XMP becomes
 * free space, because a file may have only one packet. A video with a signed origin stays unchanged.
 */
export function filmWithOrigin(film: Uint8Array, jobId: string): Uint8Array {
  const boxes = outerBoxes(film);
  if (boxes.some(({ name }) => name === SIGNED_ORIGIN_BOX)) return film;
  const packet = Buffer.from(originXmp(jobId));
  const box = Buffer.alloc(NAME_AT + NAME_BYTES + packet.length);
  box.writeUInt32BE(box.length, 0);
  box.write('uuid', 4, 'latin1');
  box.write(XMP_BOX, NAME_AT, 'hex');
  packet.copy(box, NAME_AT + NAME_BYTES);
  const marked = Buffer.concat([film, box]);
  for (const { start, name, open } of boxes) {
    if (name === XMP_BOX) marked.write('free', start + 4, 'latin1');
    if (open) marked.writeUInt32BE(film.length - start, start);
  }
  return marked;
}

interface OuterBox {
  readonly start: number;
  /** In hexadecimal, where it is a box told apart by name. */
  readonly name: string | null;
  /** Whether it goes on to the end of the file, wherever that is. */
  readonly open: boolean;
}

/** The boxes of a file that lie in no other (ISO/IEC 14496-12, 4.2). */
function outerBoxes(film: Uint8Array): OuterBox[] {
  const bytes = Buffer.from(film.buffer, film.byteOffset, film.byteLength);
  const found: OuterBox[] = [];
  for (let start = 0; start + NAME_AT <= bytes.length; ) {
    const stated = bytes.readUInt32BE(start);
    const named = bytes.toString('latin1', start + 4, start + NAME_AT) === 'uuid';
    const name = named ? bytes.toString('hex', start + NAME_AT, start + NAME_AT + NAME_BYTES) : null;
    found.push({ start, name, open: stated === 0 });
    const large = stated === 1 && start + 16 <= bytes.length;
    const size = large ? Number(bytes.readBigUInt64BE(start + NAME_AT)) : stated;
    if (size < NAME_AT) break;
    start += size;
  }
  return found;
}
