import { Agent } from 'node:https'

/** A browser with an address of its own; it keeps its connections, and knows the page it has open. */
export type Browser = { agent: Agent; files: string[] }

const count = 24

/** Linux answers to every address that begins with 127, and the proxy tells visitors apart by them. */
export function openBrowsers(ca: string): Browser[] {
  return Array.from({ length: count }, (_, index) => {
    const localAddress = `127.0.1.${index + 1}`
    const agent = new Agent({
      keepAlive: true,
      maxSockets: 6,
      ca,
      servername: 'localhost',
      localAddress,
    })
    return { agent, files: [] }
  })
}
