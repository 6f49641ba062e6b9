/*
 * What a page with the estimate form loads for it. React's own code and the form's are evaluated in
 * tasks of their own, so that the page can answer the visitor between them.
 */
const pause = () => new Promise((resolve) => setTimeout(resolve))

await import('react-dom/client')
await pause()
await import('./start-form.tsx')
