/**
 * The script of the signing page: offers to draw the signature. It is an addition; without it the name is typed. What is drawn is
 * put into the form as a PNG, 600 by 180.
 */
export const DRAW_SIGNATURE = `'use strict';
(() => {
  const place = document.querySelector('[data-draw]');
  const field = document.querySelector('input[name="signature-image"]');
  if (!place || !field) return;
  const canvas = place.querySelector('canvas');
  const pen = canvas.getContext('2d');
  let drawn = false;
  place.hidden = false;
  pen.lineWidth = 4;
  pen.lineCap = pen.lineJoin = 'round';
  pen.strokeStyle = '#14275a';
  const point = (event) => {
    const box = canvas.getBoundingClientRect();
    return [((event.clientX - box.left) / box.width) * canvas.width, ((event.clientY - box.top) / box.height) * canvas.height];
  };
  canvas.addEventListener('pointerdown', (event) => {
    canvas.setPointerCapture(event.pointerId);
    pen.beginPath();
    pen.moveTo(...point(event));
    pen.lineTo(...point(event));
    pen.stroke();
    drawn = true;
    event.preventDefault();
  });
  canvas.addEventListener('pointermove', (event) => {
    if (!canvas.hasPointerCapture(event.pointerId)) return;
    pen.lineTo(...point(event));
    pen.stroke();
  });
  canvas.addEventListener('pointerup', () => {
    if (drawn) field.value = canvas.toDataURL('image/png');
  });
  place.querySelector('button').addEventListener('click', () => {
    pen.clearRect(0, 0, canvas.width, canvas.height);
    field.value = '';
    drawn = false;
  });
})();
`;
