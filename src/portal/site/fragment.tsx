import { type ReactNode, useContext, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { RenderedHtml } from '#portal/site/rendered-html.ts'
import { TrustedHtml } from '#portal/site/trusted-html.tsx'
import { usePageLinks } from '#portal/site/use-page-links.ts'
import { useLocation, useRevalidator } from 'react-router'
import { holdUnderHeader, isUnderHeader } from '#portal/shell/smooth-scroll.ts'
import { useViewStatus } from '#portal/shell/view-status.ts'

/** Loads the page's other variant when the view has become a phone's, or is one no longer. */
function useVariant() {
  const { isMobile } = useViewStatus()
  const { revalidate } = useRevalidator()
  const shown = useRef(isMobile)
  useEffect(() => {
    if (shown.current === isMobile) return
    shown.current = isMobile
    void revalidate()
  }, [isMobile, revalidate])
}

/** Who is led to a heading that is folded sees what stands under it, and goes on seeing it there. */
function useLedTo() {
  const { key, hash } = useLocation()
  const release = useRef<() => void>(undefined)
  // Before the router scrolls for the next address: an effect's own end comes after a frame, in which it would be held still.
  useLayoutEffect(() => () => release.current?.(), [key, hash])
  useEffect(() => {
    const target = hash === '' ? null : document.getElementById(decodeURIComponent(hash.slice(1)))
    if (!target) return
    if (isUnderHeader(target)) release.current = holdUnderHeader(target)
    const fold = target.closest('details')
    if (fold) fold.open = true
  }, [key, hash])
}

/** Where React puts its own part into a hand-written page: `<div data-slot="name"></div>` at the top level. */
const slotPattern = /<div data-slot="([a-z-]+)"><\/div>/

/** The body of a route that shows a static page, with what React puts into it. */
export function FragmentPage({
  page,
  slots,
}: {
  page: { readonly html?: string | undefined; readonly canonical: string }
  slots?: Record<string, ReactNode>
}) {
  useVariant()
  useLedTo()
  return <FragmentView html={page.html} key={page.canonical} slots={slots} />
}

/** Shows a static page's text. It is never sent twice: the browser reads what is already in the document. */
function FragmentView({
  html,
  slots = {},
}: {
  /** Given when the browser fetched the page itself; otherwise the server's text or the document's. */
  html: string | undefined
  slots: Record<string, ReactNode> | undefined
}) {
  const rendered = useContext(RenderedHtml)
  const [adopted] = useState(() =>
    html === undefined && rendered === null ? adoptDocument() : null,
  )
  const given = html ?? rendered?.fragment
  const pieces = given === undefined ? [] : split(given)
  // Both variants of a page are mostly one file: what one has opened or typed in stays when they are the same.
  const isUnchanged = adopted !== null && (given === undefined || isSame(adopted, pieces))
  return <Pieces pieces={isUnchanged ? adopted : pieces} slots={slots} />
}

type Piece = { html: string } | { slot: string }

function Pieces({ pieces, slots }: { pieces: Piece[]; slots: Record<string, ReactNode> }) {
  return (
    // The links inside are the ones that are pressed; this only hears of it.
    <div className="page" id="static-contents" onClick={usePageLinks()}>
      {pieces.map((piece, index) =>
        'slot' in piece ? (
          <div key={index} data-slot={piece.slot}>
            {slots[piece.slot]}
          </div>
        ) : (
          <TrustedHtml key={index} className="prose" data-fragment="" html={piece.html} />
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

function isSame(these: Piece[], those: Piece[]): boolean {
  const textOf = (piece: Piece) => ('slot' in piece ? piece.slot : piece.html.trim())
  return these.length === those.length && these.every((a, i) => textOf(a) === textOf(those[i] ?? a))
}
