import { inlineDrawing } from './drawing-text.ts'

type DrawingProps = {
  /** The text of the file: `import esim from '#ui/drawing/esim.svg?raw'`. */
  readonly svg: string
  /** Other words than the drawing's own; empty beside a sentence that says the same. */
  readonly alt?: string
  /** What its placeholders stand for: `{ 'yen talk.per30s': '11円' }`. */
  readonly figures?: Readonly<Record<string, string>>
}

/** A drawing of ours, set into the page so that it follows its colours. */
export function Drawing({ svg, alt, figures = {} }: DrawingProps) {
  const html = inlineDrawing(svg, alt).replaceAll(/\{\{(.+?)\}\}/g, (_, name: string) => {
    const figure = figures[name]
    if (figure === undefined) throw new Error(`the drawing needs its figure ${name}`)
    return figure
  })
  // Our own files only: nothing a visitor typed comes here.
  return <div dangerouslySetInnerHTML={{ __html: html }} />
}
