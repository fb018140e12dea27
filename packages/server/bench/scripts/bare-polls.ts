import Fastify from 'fastify';
import pg from 'pg';

/**
 * A bare Fastify that answers a poll: one point read and a serializer made from a schema, no key, no limits, nothing
 * else.
 */

const [databaseUrl] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: databaseUrl, max: 8 });
const app = Fastify();
const nullable = (type: string) => ({ type: [type, 'null'] });
const schema = {
  type: 'object',
  properties: {
    id: { type: 'string' },
    status: { type: 'string' },
    task: { type: 'string' },
    created_at: { type: 'string' },
    result: nullable('object'),
    error: nullable('object'),
    credits_used: { type: 'number' },
    progress: { type: 'number' },
    warnings: { type: 'array', items: { type: 'object' } },
  },
};
app.get<{ Params: { id: string } }>('/v1/jobs/:id', { schema: { response: { 200: schema } } }, async ({ params }) => {
  const { rows } = await pool.query({
    name: 'poll',
    text: 'select id, status, operation as task, created_at, charged as credits_used, progress, warnings from jobs where id = $1',
    values: [params.id],
  });
  return { ...rows[0], result: null, error: null };
});
process.stdout.write(`${await app.listen({ port: 0, host: '127.0.0.1' })}\n`);
