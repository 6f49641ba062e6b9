import { Client, type ClientBase, type ClientConfig } from 'pg'

/** How long a server may take to accept a connection, or to answer a short question. */
export const answerMs = 5_000

/**
 * Opens a connection for one piece of work. It is closed without saying goodbye: a server that hangs would
 * not answer.
 */
export async function withClient<Result>(
  config: ClientConfig,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({ connectionTimeoutMillis: answerMs, ...config })
  // The statement that runs rejects with the same error.
  client.on('error', () => {})
  try {
    await client.connect()
    return await work(client)
  } finally {
    client.connection.stream.destroy()
  }
}

/** A balancer may end connections on which nothing was said for a minute. */
const speakEveryMs = 20_000

/** Asks something on a connection now and then, so that no balancer ends it and its lock. Returns the function that stops it. */
export function keepSpeaking(client: ClientBase): () => void {
  // Where the connection is lost, whoever uses it next finds out.
  const timer = setInterval(() => client.query('select').catch(() => {}), speakEveryMs).unref()
  return () => clearInterval(timer)
}
