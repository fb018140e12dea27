import type { Finding } from '@atelier/server/diagnosis';
import { type Command, EXIT } from '../command.ts';
import { CONNECTION_OPTIONS } from '../connection.ts';
import { checkRunningService } from '../doctor/running-service.ts';
import { present } from '../output.ts';

/** `atelier doctor` */
export const doctor: Command = {
  name: 'doctor',
  summary: 'Find out what is wrong on this machine or with the running service, and how to mend it.',
  details: 'Starts and changes nothing. The exit code is 1 when something is wrong.',
  options: {
    port: { type: 'string', value: 'PORT', summary: 'Port that `serve` would use (8787).' },
    host: { type: 'string', value: 'ADDRESS', summary: 'Address that `serve` would use (127.0.0.1).' },
    ...CONNECTION_OPTIONS,
  },
  async run(invocation) {
    const { diagnose } = await import('@atelier/server/diagnosis');
    const given = Object.fromEntries(['port', 'host', 'data'].map((name) => [name, invocation.text(name)]));
    const findings = [...(await diagnose(process.env, given)), ...(await checkRunningService(invocation))];
    const isWell = findings.every(({ state }) => state !== 'wrong');
    present(invocation, { well: isWell, findings }, () => inWords(findings));
    return isWell ? EXIT.ok : EXIT.failed;
  },
};

function inWords(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ check }) => check.length));
  const lines = findings.flatMap(({ check, state, says, mend }) => [
    `${state.padEnd(5)}  ${check.padEnd(width)}  ${says}`,
    ...(mend === null ? [] : [`${' '.repeat(width + 9)}→ ${mend}`]),
  ]);
  const wrong = findings.filter(({ state }) => state === 'wrong').length;
  const end = wrong === 0 ? 'nothing is wrong' : `${wrong} of ${findings.length} checks found something wrong`;
  return [...lines, '', end].join('\n');
}
