import { createRoot } from 'react-dom/client'

const place = document.getElementById('offline')
if (place) createRoot(place).render(<h1>つながっていません</h1>)
