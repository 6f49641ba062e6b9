import { defineConfig } from '@playwright/test'
import { findTestBrowser } from './tests/support/chromium.ts'
import { keepTemporaryFilesInMemory } from './tests/support/machine/memory-folder.ts'

keepTemporaryFilesInMemory()

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '*.e2e.ts',
  globalSetup: './tests/e2e/build.ts',
  workers: 3,
  // In the order of their names: a file with a long test has one that comes early.
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  // A busy machine takes minutes for what takes seconds; what never comes fails all the same.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  reporter: [['list']],
  use: {
    launchOptions: {
      executablePath: findTestBrowser(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        // Whole Chromium does so without being asked, its headless shell does not.
        '--site-per-process',
        // Tests do not need the maps. To answer for them would have each request pass through a test.
        '--host-resolver-rules=MAP www.google.com ~NOTFOUND',
      ],
    },
    // Without a graphics card the drift of the heroes costs more than all that a test does there.
    // Tests that look at motion turn it on.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
  },
})
