import type { Font } from 'fontkit'

declare global {
  namespace PDFKit.Mixins {
    interface PDFFont {
      /** A font that is taken apart already; pdfkit's own types do not know of it yet. */
      registerFont(name: string, font: Font): this
    }
  }
}
