import { Client, type ClientConfig } from 'pg'

/**
 * Opens a connection for one piece of work. It is closed without saying goodbye: a server that hangs would
 * not answer.
 */
export async function withClient<Result>(
  config: ClientConfig,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client(config)
  // The statement that runs rejects with the same error.
  client.on('error', () => {})
  try {
    await client.connect()
    return await work(client)
  } finally {
    client.connection.stream.destroy()
  }
}
