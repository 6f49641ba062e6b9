import type { FastifyInstance } from 'fastify'

/** A GET without `payload`. */
type Sent = { method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'; payload?: object }

let lastAddress = 0

/** Asks the API as one browser does, which keeps its cookies and has an address of its own. */
export function openApiBrowser(app: FastifyInstance, headers: Record<string, string> = {}) {
  const cookies = new Map<string, string>()
  lastAddress += 1
  const remoteAddress = `10.${lastAddress >> 8}.${lastAddress & 255}.1`
  return {
    cookies,
    async ask(url: string, { method, payload }: Sent = {}) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const answer = await app.inject({
        method: method ?? (payload ? 'POST' : 'GET'),
        url,
        headers: { ...headers, ...(cookie && { cookie }) },
        remoteAddress,
        ...(payload && { payload }),
      })
      for (const { name, value, maxAge } of answer.cookies) {
        if (maxAge === 0) cookies.delete(name)
        else cookies.set(name, encodeURIComponent(value))
      }
      return { status: answer.statusCode, body: answer.body ? answer.json() : undefined }
    },
  }
}

export type ApiBrowser = ReturnType<typeof openApiBrowser>
