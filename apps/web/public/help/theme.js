// The guides look as the app does on this device: in the theme that was chosen, and in the club's color. It runs before they are shown.
const { documentElement } = document

function applyStoredLook() {
  try {
    const theme = localStorage.getItem('theme')
    if (theme === null) delete documentElement.dataset.theme
    else documentElement.dataset.theme = theme
    documentElement.style.cssText = localStorage.getItem('accent') ?? ''
  } catch {
    // The browser blocks storage: the system chooses.
  }
}

applyStoredLook()
addEventListener('storage', applyStoredLook)
