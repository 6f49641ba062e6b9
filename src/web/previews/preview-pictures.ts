import type { Plugin } from 'vite'
import { previewCards } from '#/content/preview-cards.ts'
import { previewPath } from '#/contracts/routes.ts'

/** The words of each picture, by its address. */
const cards = new Map(Object.entries(previewCards).map(([path, card]) => [previewPath(path), card]))

/** Loaded only to draw, because it is slow to load and most runs of Vite draw nothing. */
const loadDrawing = () => import('./draw-preview.ts')

/** Adds the preview pictures to the browser's build; in development draws each when it is requested. */
export function previewPictures(): Plugin {
  return {
    name: 'preview-pictures',
    async generateBundle() {
      if (this.environment.name !== 'client') return
      const { drawPreview } = await loadDrawing()
      const pictures = [...cards].map(async ([address, card]) => {
        const source = await drawPreview(card)
        this.emitFile({ type: 'asset', fileName: address.slice(1), source })
      })
      await Promise.all(pictures)
    },
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const card = cards.get(request.url?.split('?', 1)[0] ?? '')
        if (!card) return next()
        loadDrawing()
          .then(({ drawPreview }) => drawPreview(card))
          .then((picture) => response.setHeader('content-type', 'image/png').end(picture))
          .catch(next)
      })
    },
  }
}
