import react from '@vitejs/plugin-react'
import { defineConfig, type Rolldown } from 'vite'
import { pictureFiles } from './src/web/pictures/picture-files.ts'

/** Nothing is inlined: every file is cached by its own name, and the policy needs no data:. */
const assetsInlineLimit = 0

/** What is loaded where the office is not. */
const besideOffice = /\/(entry-form|start-form|entry-editor|seo-editor|page-script)\.tsx?$/

/** Whether the office starts with a module that nothing beside it loads. */
function startsOffice(id: string, modules: Rolldown.ChunkingContext): boolean {
  const importers = new Set([id])
  for (const each of importers) {
    for (const importer of modules.getModuleInfo(each)?.importers ?? []) importers.add(importer)
  }
  const all = [...importers]
  const isOfOffice = all.some((each) => each.endsWith('/entry-office.tsx'))
  return isOfOffice && !all.some((each) => besideOffice.test(each))
}

/**
 * React has a file of its own, which is evaluated before what uses it, and so has what the office starts
 * with, of which each of its pages uses another part. The rest is left to Vite.
 */
const sharedFiles = [
  { name: 'react', test: /react-dom\/client|vite\/preload-helper/ },
  {
    name: (id: string, modules: Rolldown.ChunkingContext) =>
      startsOffice(id, modules) ? 'office' : null,
    debugName: 'office',
    includeDependenciesRecursively: false,
  },
]

/**
 * The oldest browsers that get the layout. Rules that they do not know are written in those that they do,
 * and nothing is in a cascade layer, of which they would read nothing at all. The public pages write
 * `-webkit-mask`, which every browser reads, so that it is not there twice.
 */
const oldBrowsers = ['chrome88', 'safari14.1']

/** How the web side is compiled. `scripts/build.ts` runs it twice: for the browser and for the server. */
export default defineConfig(({ isSsrBuild }) => ({
  appType: 'custom',
  plugins: [react(), pictureFiles()],
  // What React has had since version 18.
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  // A start of the server would load hundreds of files of the packages.
  ...(isSsrBuild && { ssr: { noExternal: true as const } }),
  build: isSsrBuild
    ? {
        assetsInlineLimit,
        // The boot function's source is sent inline, so it has to be small already.
        minify: true,
        copyPublicDir: false,
        // What only the server's documents name, such as drawings.
        ssrEmitAssets: true,
        rolldownOptions: { input: 'src/web/entries/entry-server.tsx' },
      }
    : {
        assetsInlineLimit,
        cssTarget: oldBrowsers,
        manifest: true,
        rolldownOptions: {
          input: [
            'src/web/entries/entry-form.ts',
            'src/web/entries/entry-editor.tsx',
            'src/web/entries/entry-office.tsx',
            'src/web/entries/page-script.ts',
            'src/web/site/site.css',
            'src/web/site/other-media.css',
            'src/web/ui/sheets/link-pages.css',
            'src/web/admin/admin.css',
          ],
          // What a page itself imports keeps its names.
          preserveEntrySignatures: 'allow-extension',
          output: { codeSplitting: { groups: sharedFiles } },
        },
      },
}))
