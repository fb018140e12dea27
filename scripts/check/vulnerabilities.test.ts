import { expect, test } from 'vitest';
import { readAudit } from './vulnerabilities.ts';

const report = (vulnerabilities: object) => JSON.stringify({ auditReportVersion: 2, vulnerabilities });

test('a grave vulnerability fails, a lesser one is told', () => {
  const { scope, complaint } = readAudit(
    report({ a: { severity: 'critical' }, b: { severity: 'high' }, c: { severity: 'low' } }),
  );
  expect(complaint).toBe('a: critical\nb: high');
  expect(scope).toBe('npm audit: 3 known vulnerabilities, 2 of them grave');
  expect(readAudit(report({})).complaint).toBe('');
});

test('a registry that answers no audit is named, and fails nothing', () => {
  const refused = JSON.stringify({ message: '405 Method Not Allowed - POST', error: { summary: '' } });
  expect(readAudit(refused)).toEqual({
    scope: 'SKIPPED: the registry answers no audit: 405 Method Not Allowed - POST',
    complaint: '',
  });
  expect(readAudit('npm ERR! network')).toMatchObject({ scope: expect.stringContaining('SKIPPED'), complaint: '' });
});
