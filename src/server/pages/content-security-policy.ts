import { createHash } from 'node:crypto'
import type { DocumentToRender, RenderedDocument, Site } from '#/contracts/pages/documents.ts'

const hashOf = (source: string) =>
  `'sha256-${createHash('sha256').update(source).digest('base64')}'`

/** The maps service, whose frame covers the drawn map of public pages. */
const mapsOrigin = 'https://www.google.com'

/**
 * The policy of one document; only public pages need another site. Inline code is allowed by hash and
 * not by nonce, so that the policy can be cached with the bytes that it belongs to.
 */
export function contentSecurityPolicy(
  kind: DocumentToRender['kind'],
  document: RenderedDocument,
  site: Site,
): string {
  // Pages that are opened by a secret in their address run no script, and ask no server for anything.
  const isStatic = kind === 'request' || kind === 'offer' || kind === 'token-problem'
  const maps = kind === 'page' ? [mapsOrigin] : []
  const api = site.apiBaseUrl ? ` ${site.apiBaseUrl}` : ''
  const directives = [
    "default-src 'none'",
    isStatic
      ? "script-src 'none'"
      : ["script-src 'self'", ...document.inlineScripts.map(hashOf)].join(' '),
    ["style-src 'self'", ...document.inlineStyles.map(hashOf)].join(' '),
    "img-src 'self'",
    "font-src 'self'",
    isStatic ? "connect-src 'none'" : ["connect-src 'self'", ...maps].join(' ') + api,
    ...maps.map((origin) => `frame-src ${origin}`),
    "manifest-src 'self'",
    `form-action 'self'${api}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ]
  if (site.url.startsWith('https://')) directives.push('upgrade-insecure-requests')
  return directives.join('; ')
}
