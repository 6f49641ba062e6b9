/*
 * What the boot script loads. React's own code and that of the site are evaluated in tasks of their
 * own, so that the page can answer the visitor between them.
 */
const pause = () => new Promise((resolve) => setTimeout(resolve))

await import('react-dom/client')
await pause()
await import('./start-react.tsx')

export {}
