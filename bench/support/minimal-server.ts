/**
 * A minimal server that stores requests: one statement, one sync, no checks, and Fastify's own log
 * of requests, because the product logs them too. `bench/leads.ts` compares the product with it.
 * DATABASE_URL names its database.
 */
import { devNull } from 'node:os'
import fastify from 'fastify'
import { Pool } from 'pg'

type Body = Record<'name' | 'email' | 'phone' | 'address' | 'service' | 'message', string>

const insert = `insert into leads (name, email, phone, address, service, message)
  values ($1, $2, $3, $4, $5, $6) returning id`

const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: 10 })
await pool.query(`create table leads (
  id bigserial primary key,
  name text not null,
  email text not null,
  phone text not null,
  address text,
  service text not null,
  message text,
  created_at timestamptz not null default now()
)`)

const app = fastify({ logger: { file: devNull } })
app.post<{ Body: Body }>('/', async ({ body }, reply) => {
  const { name, email, phone, address, service, message } = body
  const { rows } = await pool.query(insert, [name, email, phone, address, service, message])
  reply.code(201)
  return { id: rows[0].id }
})

process.once('SIGTERM', async () => {
  await app.close()
  await pool.end()
})
const url = await app.listen({ host: '127.0.0.1', port: 0 })
process.stdout.write(`The minimal server is at ${url}\n`)
