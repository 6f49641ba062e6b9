/* What a page loads for the editor of its metadata. The import brings the editor's style sheets along. */
await import('./seo-editor/seo-editor.tsx')

export {}
