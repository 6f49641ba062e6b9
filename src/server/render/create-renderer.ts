import type { Site } from '#/contracts/documents.ts'
import type { Renderer } from './renderer.ts'

/** Vite in development, the built bundle in production; only the one that is wanted is loaded. */
export async function createRenderer({
  site,
  isDevelopment,
}: {
  site: Site
  isDevelopment: boolean
}): Promise<Renderer> {
  if (isDevelopment) {
    const { createViteRenderer } = await import('./vite-renderer.ts')
    return createViteRenderer(site)
  }
  const { createBuiltRenderer } = await import('./built-renderer.ts')
  return createBuiltRenderer(site)
}
