/**
 * @param {string} tag
 * @param {string} className
 * @param {...(string | Node)} children
 */
export function make(tag, className, ...children) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  element.append(...children);
  return element;
}

/**
 * An element of SVG.
 * @param {string} tag
 * @param {Record<string, string | number>} attributes
 * @param {...string} children
 */
export function makeSvg(tag, attributes, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

export function signInLink() {
  const link = /** @type {HTMLAnchorElement} */ (make("a", "", "Sign in again"));
  link.href = "./";
  return link;
}

/** @param {string} id @returns {any} */
export const elementById = (id) => document.getElementById(id);

/** @param {number | Date} time */
export const clock = (time) => new Date(time).toLocaleTimeString("en-GB");
