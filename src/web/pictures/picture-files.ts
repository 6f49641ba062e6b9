import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import type { Plugin } from 'vite'
import { assetsRoot } from '#/contracts/routes.ts'

const folder = new URL('.', import.meta.url)

/**
 * Adds the pictures to the browser's build, all with one hash in their names: with a hash for each of
 * some fifty files the home page would be 300 bytes larger, and not arrive in one round trip. In
 * development they are where they lie.
 */
export function pictureFiles(): Plugin {
  const names = readdirSync(folder).filter((name) => /\.(avif|webp)$/.test(name))
  const files = names.sort().map((name) => ({ name, source: readFileSync(new URL(name, folder)) }))
  const hash = createHash('sha256')
  for (const { name, source } of files) hash.update(`${name}\0`).update(source)
  const suffix = `-${hash.digest('hex').slice(0, 8)}`
  return {
    name: 'picture-files',
    config: (_, { command }) => {
      const [root, end] = command === 'build' ? [assetsRoot, suffix] : ['/src/web/pictures/', '']
      return {
        define: {
          'import.meta.env.VITE_PICTURE_ROOT': JSON.stringify(root),
          'import.meta.env.VITE_PICTURE_END': JSON.stringify(end),
        },
      }
    },
    generateBundle() {
      if (this.environment.name !== 'client') return
      for (const { name, source } of files) {
        const fileName = `${assetsRoot.slice(1)}${name.replace(/(?=\.\w+$)/, suffix)}`
        this.emitFile({ type: 'asset', fileName, source })
      }
    },
  }
}
