const words = /role="img" aria-label="[^"]*"/

/**
 * A drawing's file as it is put into a page: no namespace, and other words than its own where the page gives them.
 * Empty words keep it from readers by ear, for a drawing beside a sentence that says the same.
 */
export function inlineDrawing(svg: string, alt?: string): string {
  const inline = svg.replace('xmlns="http://www.w3.org/2000/svg" ', '').trim()
  if (alt === undefined) return inline
  return inline.replace(
    words,
    alt === '' ? 'aria-hidden="true"' : `role="img" aria-label="${alt.replaceAll('"', '&quot;')}"`,
  )
}
