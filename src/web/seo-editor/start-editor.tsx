import '../ui/toast.css'
import { renderAtEnd, renderToasts } from '../browser-root.tsx'
import SeoEditor from './seo-editor.tsx'

/* The editor of a page's metadata, over the page: a root of its own. */
renderAtEnd(<SeoEditor pagePath={location.pathname} />)
renderToasts()
