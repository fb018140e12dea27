import dgram from 'node:dgram';

const NO_SUCH_NAME = 3;

/** A name server of a test. */
export interface NameServer {
  readonly port: number;
  /** Names it was asked for, in lower case, once for each question. */
  readonly asked: readonly string[];
  /** Says of every other name, asked for by now or later, that there is none. */
  denyOthers(): void;
  close(): void;
}

/**
 * A name server on 127.0.0.1 that knows the IPv4 addresses of some names and is silent about all others (RFC 1035
 * §4.1). Port 0: a free one.
 */
export async function startNameServer(known: Readonly<Record<string, string>>, port = 0): Promise<NameServer> {
  const socket = dgram.createSocket('udp4');
  const asked: string[] = [];
  const waiting: (() => void)[] = [];
  let denied = false;
  socket.on('message', (question, sender) => {
    const labels: string[] = [];
    let at = 12;
    for (let length = question[at] ?? 0; length > 0; length = question[at] ?? 0) {
      labels.push(question.toString('ascii', at + 1, at + 1 + length));
      at += length + 1;
    }
    const name = labels.join('.').toLowerCase();
    asked.push(name);
    const address = known[name];
    const isIpv4 = question.readUInt16BE(at + 1) === 1;
    const answer = (code: number, ...records: readonly Buffer[]) => {
      const head = Buffer.from(question.subarray(0, 12));
      head.writeUInt16BE(0x8180 | code, 2);
      head.writeUInt16BE(records.length, 6);
      head.writeUInt32BE(0, 8);
      socket.send(Buffer.concat([head, question.subarray(12, at + 5), ...records]), sender.port, sender.address);
    };
    if (address === undefined) return denied ? answer(NO_SUCH_NAME) : void waiting.push(() => answer(NO_SUCH_NAME));
    const record = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...address.split('.').map(Number)]);
    answer(0, ...(isIpv4 ? [record] : []));
  });
  await new Promise<void>((resolve) => socket.bind(port, '127.0.0.1', resolve));
  return {
    port: socket.address().port,
    asked,
    denyOthers() {
      denied = true;
      for (const deny of waiting) deny();
    },
    close: () => void socket.close(),
  };
}
