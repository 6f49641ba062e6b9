/*
 * Resolves imports of drizzle-orm once each, and those between its own files without asking for their
 * format. For every one of them Node parses the package.json of the package again, which has 180 kB
 * there (docs/decisions/start.md).
 */
import { type ResolveFnOutput, registerHooks } from 'node:module'

const resolved = new Map<string, ResolveFnOutput>()

registerHooks({
  resolve(specifier, context, nextResolve) {
    const { parentURL = '' } = context
    if (/^drizzle-orm(\/|$)/.test(specifier)) {
      const known = resolved.get(specifier) ?? nextResolve(specifier, context)
      resolved.set(specifier, known)
      return { ...known, shortCircuit: true }
    }
    if (parentURL.includes('/node_modules/drizzle-orm/') && /^\.\.?\/.*\.js$/.test(specifier)) {
      return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true }
    }
    return nextResolve(specifier, context)
  },
})
