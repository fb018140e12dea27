import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect } from 'vitest';
import { studioTest } from './support/studio.ts';

/** A receiver on this machine; resolves with the messages it got. */
async function receiver() {
  const told: string[] = [];
  const server = createServer((request, response) => {
    told.push(String(request.headers['webhook-id']));
    response.writeHead(204).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return { told, url: `http://127.0.0.1:${port}/hooks`, close: () => server.close() };
}

studioTest('an address is added, told of a test, told again, given a new secret and deleted', async (studio) => {
  const { page, expectAccessible, screenshot } = studio;
  const { told, url, close } = await receiver();
  await page.goto('/studio/webhooks');
  await page.getByRole('button', { name: 'Add a webhook' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a webhook' });
  await dialog.getByLabel('Address').fill(url);
  await dialog.getByLabel('Failed jobs').uncheck();
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByText('The secret of this webhook').waitFor();
  const secret = await page.getByText(/^whsec_/).textContent();

  const card = page.getByRole('region', { name: `Webhook ${url}` });
  await card.getByText('Completed jobs · Jobs blocked by the content rules').waitFor();
  await card.getByRole('button', { name: 'Send a test' }).click();
  await card.getByText('Delivered').waitFor();
  expect(told).toHaveLength(1);
  await card.getByRole('button', { name: 'Send again' }).click();
  await expect.poll(() => told.length).toBe(2);
  expect(new Set(told).size).toBe(1);
  await expectAccessible();
  await screenshot('webhooks');

  await card.getByRole('button', { name: 'New secret' }).click();
  await page
    .getByRole('dialog', { name: 'Create a new secret?' })
    .getByRole('button', { name: 'Create secret' })
    .click();
  await expect.poll(() => page.getByText(/^whsec_/).textContent()).not.toBe(secret);
  await card.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('heading', { name: 'No webhooks yet' }).waitFor();
  close();
});

studioTest('an address that is not allowed is refused in the service’s words until it changes', async ({ page }) => {
  await page.goto('/studio/webhooks');
  await page.getByRole('button', { name: 'Add a webhook' }).click();
  const address = page.getByRole('textbox', { name: 'Address' });
  await address.fill('http://169.254.169.254/latest');
  await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
  const refusal = page.getByRole('dialog').getByRole('alert').getByText('Something in the form is not allowed');
  await refusal.waitFor();
  await address.fill('https://shop.example/hooks');
  await refusal.waitFor({ state: 'detached' });
});
