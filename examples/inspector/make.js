/** An element with content. @param {string} name @param {string} [className] @param {(Node | string | undefined)[]} content */
export function make(name, className, ...content) {
  const element = document.createElement(name);
  if (className) element.className = className;
  element.append(...content.filter((one) => one !== undefined));
  return element;
}

/** A button that does not send the form. @param {string} name @param {() => void} press */
export function makeButton(name, press) {
  const button = make("button", "", name);
  button.setAttribute("type", "button");
  button.addEventListener("click", press);
  return button;
}
