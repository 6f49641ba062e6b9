import { defineConfig } from 'astro/config'

export default defineConfig({
  publicDir: '../public',
  prefetch: { prefetchAll: true },
  telemetry: false,
})
