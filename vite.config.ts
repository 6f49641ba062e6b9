import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { previewPictures } from './src/web/previews/preview-pictures.ts'

/** Nothing is inlined: every file is cached by its own name, and the policy needs no data:. */
const assetsInlineLimit = 0

/** How the web side is compiled. `scripts/build.ts` runs it twice: for the browser and for the server. */
export default defineConfig(({ isSsrBuild }) => ({
  appType: 'custom',
  plugins: [react(), previewPictures()],
  // Bundled, so that what the mails do not use of them is never loaded.
  ssr: {
    noExternal: ['react-email', '@react-email/render', 'html-to-text', 'html5parser', 'entities'],
  },
  build: isSsrBuild
    ? {
        assetsInlineLimit,
        // The boot function's source is sent inline, so it has to be small already.
        minify: true,
        copyPublicDir: false,
        rolldownOptions: { input: 'src/web/entry-server.tsx' },
      }
    : {
        assetsInlineLimit,
        manifest: true,
        rolldownOptions: {
          input: [
            'src/web/entry-client.tsx',
            'src/web/site/site.css',
            'src/web/request/token-pages.css',
            'src/web/admin/admin.css',
          ],
          // Drawing the preview pictures takes most of the time, and no caller can help it.
          checks: { bundlerTimings: false },
        },
      },
}))
