/** What vite.worker.config.ts makes of a page's script and all it imports: text that may stand in an HTML element. */
declare module '*?script' {
  const script: string
  export default script
}
