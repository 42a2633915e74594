import { useContext, useState, type ReactNode } from 'react'
import { RenderedFragment } from '#portal/site/rendered-fragment.ts'

/** Where React puts its own part into a hand-written page: `<div data-slot="name"></div>` at the top level. */
const slotPattern = /<div data-slot="([a-z-]+)"><\/div>/

/**
 * Shows a static page's text, the only place that sets inner HTML: it comes from our own build. The text is never sent
 * twice: when the browser takes the page over it reads what is already in the document.
 */
export function FragmentView({
  html,
  slots = {},
}: {
  /** Given when the browser fetched the page itself; otherwise the server's text or the document's. */
  html?: string
  slots?: Record<string, ReactNode>
}) {
  const rendered = useContext(RenderedFragment)
  const [adopted] = useState(() =>
    html === undefined && rendered === null ? adoptDocument() : null,
  )
  if (adopted && html === undefined) return <Pieces pieces={adopted} slots={slots} />
  return <Pieces pieces={split(html ?? rendered ?? '')} slots={slots} />
}

type Piece = { html: string } | { slot: string }

function Pieces({ pieces, slots }: { pieces: Piece[]; slots: Record<string, ReactNode> }) {
  return (
    <div className="prose page" id="static-contents">
      {pieces.map((piece, index) =>
        'slot' in piece ? (
          <div key={index} data-slot={piece.slot}>
            {slots[piece.slot]}
          </div>
        ) : (
          <div
            key={index}
            data-fragment=""
            suppressHydrationWarning
            dangerouslySetInnerHTML={{ __html: piece.html }}
          />
        ),
      )}
    </div>
  )
}

function split(html: string): Piece[] {
  return html
    .split(new RegExp(slotPattern, 'g'))
    .map((part, index) => (index % 2 === 1 ? { slot: part } : { html: part }))
}

function adoptDocument(): Piece[] {
  const pieces = document.querySelectorAll(
    '#static-contents > [data-fragment], #static-contents > [data-slot]',
  )
  return [...pieces].map((piece) => {
    const slot = piece.getAttribute('data-slot')
    return slot === null ? { html: piece.innerHTML } : { slot }
  })
}
