import { EditorField } from './editor-field.tsx'
import { SocialCard } from './social-card.tsx'
import { StructuredDataField } from './structured-data-field.tsx'

/** Addresses, the picture of links, and structured data. */
export function AdvancedTab() {
  return (
    <div className="seo-columns">
      <div className="seo-fields">
        <EditorField
          name="canonicalUrl"
          hint="The one address under which search engines list this page: a web address, or a path on this site such as /about."
          isCode
          inputMode="url"
        />
        <EditorField
          name="ogImage"
          hint="The picture of a link to this page, 1200 × 630 pixels: a web address, or a path on this site."
          isCode
          inputMode="url"
        />
        <StructuredDataField />
      </div>
      <SocialCard />
    </div>
  )
}
