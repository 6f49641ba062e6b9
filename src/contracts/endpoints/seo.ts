import type { SeoEditorState, SeoPage, SeoRecord, SeoRevision, SeoSave } from '../seo/seo.ts'
import { get, post, remove } from './endpoint.ts'

/** Page metadata. Each save can be undone. */
export const seoEndpoints = {
  seo: get<SeoRecord>()('/api/seo', { who: 'anybody' }),
  seoEditor: get<SeoEditorState>()('/api/seo/editor', { who: 'anybody' }),
  seoPages: get<SeoPage[]>()('/api/seo/pages', { who: 'editor' }),
  seoRevisions: get<SeoRevision[]>()('/api/seo/revisions', { who: 'editor' }),
  saveSeo: post<SeoSave, SeoRecord>()('/api/seo', { who: 'editor', audit: 'metadata.save' }),
  removeSeo: remove()('/api/seo', { who: 'editor', audit: 'metadata.remove' }),
}
