// The player of the examples, on the first page. It loads when somebody asks for it.
import { withBase } from "vitepress";
import { defineComponent, h, ref } from "vue";

export default defineComponent(() => {
  const isOpen = ref(false);
  const address = withBase("/player/");
  const open = () => {
    isOpen.value = true;
  };
  return () =>
    h("div", { class: "demonstration" }, [
      isOpen.value
        ? h("iframe", { src: address, title: "A private film" })
        : h("button", { type: "button", onClick: open }, "Play a private film, signed in this page"),
      h("p", [
        "In this page, a service worker stands in for your server and CloudFront. Sign in, watch the grant renew, and send a request without a signature. ",
        h("a", { href: address, target: "_self" }, "Open the demonstration on its own page"),
        ".",
      ]),
    ]);
});
