import { Breadcrumb } from '#ui/breadcrumb.tsx'
import { Page } from '#ui/layout.tsx'
import { actParts } from './act-parts.tsx'
import { chartParts } from './chart-parts.tsx'
import { drawingParts } from './drawing-parts.tsx'
import { feedbackParts } from './feedback-parts.tsx'
import { figureParts } from './figure-parts.tsx'
import { formParts } from './form-parts.tsx'
import type { GalleryPart } from './gallery-part.ts'
import { navigationParts } from './place-parts.tsx'
import { ringParts } from './ring-parts.tsx'
import { vocabularyParts } from './vocabulary-parts.tsx'

export const galleryParts: readonly GalleryPart[] = [
  ...actParts,
  ...formParts,
  ...figureParts,
  ...chartParts,
  ...ringParts,
  ...drawingParts,
  ...feedbackParts,
  ...navigationParts,
  ...vocabularyParts,
]

/** The part of that name; undefined for an unknown one. */
export function findGalleryPart(slug: string): GalleryPart | undefined {
  return galleryParts.find((part) => part.slug === slug)
}

/** The design system on one page (`/gallery/`), or one part of it (`/gallery/<slug>/`). */
export function Gallery({ part }: { readonly part?: GalleryPart | undefined }) {
  if (part === undefined) return <WholeGallery />
  return (
    <Page>
      <Breadcrumb way={[{ href: '/gallery/', label: '部品の一覧' }]} here={part.title} />
      <h1>{part.title}</h1>
      <PartStates {...part} />
    </Page>
  )
}

function WholeGallery() {
  return (
    <Page>
      <h1>部品の一覧</h1>
      <p className="lead">画面をつくる部品と、その部品がとるすべての状態です。</p>
      <nav className="toc" aria-label="部品">
        <ul>
          {galleryParts.map(({ slug, title }) => (
            <li key={slug}>
              <a href={`/gallery/${slug}/`}>{title}</a>
            </li>
          ))}
        </ul>
      </nav>
      {galleryParts.map((part) => (
        <section className="section" key={part.slug} aria-labelledby={`part-${part.slug}`}>
          <h2 id={`part-${part.slug}`}>{part.title}</h2>
          <PartStates {...part} />
        </section>
      ))}
    </Page>
  )
}

function PartStates({ states }: GalleryPart) {
  return Object.entries(states).map(([name, show]) => (
    <div className="flow" key={name} data-state={name}>
      <p className="small muted">{name}</p>
      <div className="flow">{show}</div>
    </div>
  ))
}
