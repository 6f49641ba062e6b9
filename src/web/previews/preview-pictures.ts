import type { Plugin } from 'vite'
import { previewCards } from '#/content/preview-cards.ts'
import { previewPath } from '#/contracts/routes.ts'

/** Each picture's address, and the words on it. */
const cards = new Map(Object.entries(previewCards).map(([path, card]) => [previewPath(path), card]))

/** Loaded when something is to be drawn: most runs of Vite draw nothing. */
const loadDrawing = () => import('./draw-preview.ts')

/** Makes the preview pictures part of the browser's build; in development draws what is asked for. */
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
