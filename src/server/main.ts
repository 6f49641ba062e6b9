/** The server's process. What it does is in `serve.ts`, which is loaded after the import below has run. */
import './runtime/resolve-drizzle.ts'

await import('./serve.ts')
