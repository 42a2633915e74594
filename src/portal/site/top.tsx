export { clientLoader, default, loader, meta, shouldRevalidate } from '#portal/site/static-page.tsx'
